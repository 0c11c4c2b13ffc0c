import { describe, expect, it } from '@jest/globals';
import { derivedCommandId, isUuid, nameBasedUuid } from './uuid.js';

describe('Name-based UUID', () => {
  it('is version 5 of RFC 9562', () => {
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    expect(nameBasedUuid(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(nameBasedUuid(dns.toUpperCase(), 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('needs a UUID to start from', () => {
    expect(() => nameBasedUuid('42', 'name')).toThrow(TypeError);
  });
});

describe('Derived command id', () => {
  const cause = '2ed6657d-e927-568b-95e1-2665a8aea6a2';

  it('is the same for the same event and name, and differs with either', () => {
    const id = derivedCommandId(cause, 'open-first-task');
    expect(isUuid(id)).toBe(true);
    expect(derivedCommandId(cause, 'open-first-task')).toBe(id);
    expect(derivedCommandId(cause, 'notify-staff')).not.toBe(id);
    expect(derivedCommandId(id, 'open-first-task')).not.toBe(id);
  });
});
