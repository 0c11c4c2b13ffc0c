import { Box } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useAtomValue } from 'jotai';
import { NavLink } from 'react-router-dom';
import { userAtom } from '../session/session.js';
import { VisuallyHidden } from '../ui/visually-hidden.js';
import { placesOf } from './places.js';

interface PlaceLinksProps {
  readonly queueWaiting: number | undefined;
  readonly onGone?: () => void;
}

/** The places, each with a count where something waits. */
export function PlaceLinks({ queueWaiting, onGone }: PlaceLinksProps) {
  const user = useAtomValue(userAtom);
  return placesOf(user).map(({ to, label }) => (
    <PlaceLink key={to} to={to} end={to === '/'} {...(onGone && { onClick: onGone })}>
      {label}
      {to === '/queue' && queueWaiting ? <Count value={queueWaiting} /> : null}
    </PlaceLink>
  ));
}

function Count({ value }: { readonly value: number }) {
  return (
    <Box
      component="span"
      sx={{
        ml: 1,
        px: 0.75,
        borderRadius: 1,
        fontSize: '0.75rem',
        fontWeight: 600,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {value > 999 ? '999+' : value}
      <VisuallyHidden> waiting</VisuallyHidden>
    </Box>
  );
}

const PlaceLink = styled(NavLink)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 40,
  padding: theme.spacing(0, 1.5),
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { background: theme.vars.palette.action.hover, color: theme.vars.palette.text.primary },
  '&.active': { color: theme.vars.palette.primary.main, fontWeight: 600 },
  // The thread runs under where you are.
  [theme.breakpoints.up('md')]: {
    position: 'relative',
    '&.active::after': {
      content: '""',
      position: 'absolute',
      insetInline: 12,
      bottom: -8,
      height: 2,
      background: theme.vars.palette.primary.main,
    },
  },
}));
