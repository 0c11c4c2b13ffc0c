import { describe, expect, it } from '@jest/globals';
import { timelineOf } from '@throughline/domain';
import { entriesOf, firstTaskOpened, submitted } from '../testing/entries.js';
import { viewingsByMoment } from './viewings.js';

const moments = timelineOf(entriesOf([submitted], [firstTaskOpened]));
const access = (at: string, screen = 'Information', email: string | null = 'sam@throughline.example') => ({
  at,
  email,
  role: email === null ? 'anonymous' : 'staff',
  screen,
});

describe('Viewings', () => {
  it('are listed under the last moment before them', () => {
    const found = viewingsByMoment(moments, [access('2026-11-19T16:05:00Z'), access('2026-11-19T16:00:30Z', 'Status')]);
    expect(found.get(10)?.map(({ screen }) => screen)).toEqual(['Status']);
    expect(found.get(20)?.map(({ screen }) => screen)).toEqual(['Information']);
  });

  it('are grouped by person and screen, in whatever order they are read', () => {
    const found = viewingsByMoment(moments, [access('2026-11-19T16:25:00Z'), access('2026-11-19T16:05:00Z')]);
    expect(found.get(20)).toEqual([
      {
        who: 'sam@throughline.example',
        verb: 'viewed',
        screen: 'Information',
        times: ['2026-11-19T16:05:00Z', '2026-11-19T16:25:00Z'],
      },
    ]);
  });

  it('that were downloads of evidence say what it had, and why it was exported', () => {
    const asked = {
      referralId: '1',
      exportId: 'e-1',
      hasPersonalData: false,
      reason: 'For the court',
      requestedAt: '',
    };
    const withExport = timelineOf(entriesOf([submitted], [{ type: 'EvidenceRequested', data: asked }]));
    const download = { ...access('2026-11-19T16:25:00Z', 'Evidence'), outcome: 'downloaded' as const, rowIds: ['e-1'] };
    expect(viewingsByMoment(withExport, [download]).get(20)).toMatchObject([
      { verb: 'downloaded', screen: 'Evidence, without personal data: For the court' },
    ]);
  });

  it('are never dropped, even before the first event or without a person', () => {
    const found = viewingsByMoment(moments, [access('2026-11-19T15:00:00Z', 'Status', null)]);
    expect(found.get(10)?.[0]?.who).toBe('somebody who was not signed in');
  });
});
