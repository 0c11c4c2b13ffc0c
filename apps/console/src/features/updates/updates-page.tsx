import { Box, Typography } from '@mui/material';
import { dayInWords } from '@throughline/domain';
import updates from 'virtual:updates';
import { dayWords } from '../../ui/words/calendar.js';
import { Page } from '../../ui/page/page.js';
import english from '../../../texts/en/other-pages.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../language/language.js';

const useTexts = textsOf('other-pages', english);

const TEXT = {
  '& h3': { fontSize: 'inherit', fontWeight: 600, mt: 2, mb: 0.5 },
  '& p, & ul': { my: 1 },
  '& ul': { pl: 3 },
  '& a': { color: 'primary.main' },
} as const;

/** The page /updates: the release notes, newest first (access specification, section 1). */
export function UpdatesPage() {
  const t = useTexts();
  const language = useLanguage();
  return (
    <Page title={t('updates')} about={t('updatesAbout')}>
      {updates.map(({ id, day, texts }) => (
        <Box key={id} component="article" aria-labelledby={id} sx={{ maxWidth: 720, mb: 5 }}>
          <Typography id={id} variant="h2">
            {texts[language].title}
          </Typography>
          <Typography component="time" dateTime={day} color="textSecondary">
            {language === 'en' ? dayInWords(day) : dayWords(day, language)}
          </Typography>
          {/* The build sanitises the HTML by an allow-list. */}
          <Box sx={TEXT} dangerouslySetInnerHTML={{ __html: texts[language].html }} />
        </Box>
      ))}
    </Page>
  );
}
