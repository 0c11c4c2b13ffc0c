import { describe, expect, it } from '@jest/globals';
import { valuesOnSubject } from './watched.js';

describe('The acts that a dialog of an administrator watches', () => {
  const events = (templateId: string) =>
    ({ type: 'NoteTemplateRetired', data: { templateId, title: 'Greeting', reason: 'Outdated' } }) as const;
  const watches = { isIt: { templateId: 'one' }, valuesAfter: () => ({ retired: true }) };

  it('set the values of its subject', () => {
    expect(valuesOnSubject(watches, events('one'))).toEqual({ retired: true });
  });

  it('set nothing if they are on another subject of the same area', () => {
    expect(valuesOnSubject(watches, events('other'))).toBeNull();
    expect(valuesOnSubject({ ...watches, isIt: { bannerId: 'maintenance' } }, events('one'))).toBeNull();
  });
});
