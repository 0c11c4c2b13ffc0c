import { describe, expect, it } from '@jest/globals';
import { followAddress, type SearchText, unsentSearch } from './use-search-text.js';

const typedOver = (search: string, text: string, sent: string | null = null): SearchText => ({ text, search, sent });

describe('The text of a search box', () => {
  it('stays as it is while the address does not change', () => {
    const typed = typedOver('Ana', 'Ana R');
    expect(followAddress(typed, 'Ana')).toBe(typed);
  });

  it('keeps its spaces, and what was typed meanwhile, when the address takes over what was sent', () => {
    expect(followAddress(typedOver('', 'Ana ', 'Ana'), 'Ana')).toEqual(typedOver('Ana', 'Ana '));
    expect(followAddress(typedOver('', 'Ana R', 'Ana'), 'Ana')).toEqual(typedOver('Ana', 'Ana R'));
  });

  it('becomes the search of the address when something else changed the address', () => {
    expect(followAddress(typedOver('', 'Ana'), 'Ruiz')).toEqual(typedOver('Ruiz', 'Ruiz'));
    expect(followAddress(typedOver('Ana', 'Ana', null), '')).toEqual(typedOver('', ''));
    expect(followAddress(typedOver('', 'Ana', 'Ana'), 'Ruiz')).toEqual(typedOver('Ruiz', 'Ruiz'));
  });
});

describe('The search to send', () => {
  it('is the text without the spaces around it', () => {
    expect(unsentSearch(typedOver('', ' Ana '))).toBe('Ana');
    expect(unsentSearch(typedOver('Ana', ''))).toBe('');
  });

  it('is none when the address has it, or will have it', () => {
    expect(unsentSearch(typedOver('Ana', 'Ana '))).toBeNull();
    expect(unsentSearch(typedOver(' Ana', ' Ana'))).toBeNull();
    expect(unsentSearch(typedOver('', 'Ana', 'Ana'))).toBeNull();
  });

  it('is the text again when it is typed back before the address has changed', () => {
    expect(unsentSearch(typedOver('', '', 'Ana'))).toBe('');
  });
});
