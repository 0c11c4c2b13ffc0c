/** CSS property in lower case → value in lower case, except for strings. */
export type Styles = ReadonlyMap<string, string>;

export type StylesOf = (element: Element, pseudo?: Pseudo) => Styles;
export type Pseudo = 'before' | 'after' | 'marker';

interface Rule {
  readonly selector: string;
  readonly pseudo: Pseudo | undefined;
  /** The rule with the greater specificity wins. */
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}
type Declaration = readonly [property: string, value: string, isImportant: boolean];

/**
 * The styles of each element of a pasted page: those of its style sheets, as office programs write them, then its inline styles. They are
 * parsed here, because the content security policy keeps the browser from applying them.
 */
export function stylesIn(page: Document): StylesOf {
  /** Rules by a condition of their last compound selector: `.class`, a tag, or `*`. */
  const rules = new Map<string, (Rule & { readonly order: number })[]>();
  const written = [...page.querySelectorAll('style')].flatMap((sheet) => [...rulesIn(sheet.textContent)]);
  for (const [order, rule] of written.entries()) {
    const key = keyOf(rule.selector);
    rules.set(key, [...(rules.get(key) ?? []), { ...rule, order }]);
  }
  const known = new WeakMap<Element, Styles>();
  const read = (element: Element, pseudo?: Pseudo): Styles => {
    const classes = (element.getAttribute('class') ?? '').toLowerCase().split(/\s+/);
    const keys = rules.size === 0 ? [] : ['*', element.tagName.toLowerCase(), ...classes.map((name) => `.${name}`)];
    const declared = keys
      .flatMap((key) => rules.get(key) ?? [])
      .filter((rule) => rule.pseudo === pseudo && matches(element, rule.selector))
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order)
      .flatMap(({ declarations }) => declarations);
    if (pseudo === undefined) declared.push(...declarationsIn(element.getAttribute('style') ?? ''));
    declared.sort(([, , one], [, , other]) => Number(one) - Number(other));
    return new Map(declared.map(([property, value]) => [property, value]));
  };
  return (element, pseudo) => {
    if (pseudo !== undefined) return read(element, pseudo);
    const styles = known.get(element) ?? read(element);
    known.set(element, styles);
    return styles;
  };
}

/** A selector that the browser does not know matches nothing. */
function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

const STRING = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const TOKEN = new RegExp(`${STRING}|[{};]|[^{};"']+|["']`, 'gs');
/**
 * At-rules that apply always. Others, such as those for print or for narrow screens, are ignored, because a pasted page does not say
 * whether they applied.
 */
const APPLIES = /^@(supports|layer)\b|^@media\s+(only\s+)?(all|screen)$/i;

function* rulesIn(sheet: string): Generator<Rule> {
  const css = sheet.replaceAll(/\/\*.*?\*\/|<!--|-->/gs, '');
  const around: string[] = [];
  let text = '';
  for (const [token] of css.matchAll(TOKEN)) {
    if (token === '{') {
      around.push(text.trim());
      text = '';
    } else if (token === '}') {
      const prelude = around.pop() ?? '@';
      if (!prelude.startsWith('@') && around.every((one) => APPLIES.test(one))) yield* rulesOf(prelude, text);
      text = '';
    } else if (token === ';' && (around.at(-1) ?? '@').startsWith('@')) text = '';
    else text += token;
  }
}

function rulesOf(selectors: string, body: string): Rule[] {
  const declarations = declarationsIn(body);
  return selectors.split(/,(?![^(]*\))/).map((written) => {
    const [, selector = '', pseudo] = /^(.*?)(?:::?(before|after|marker))?$/is.exec(written.trim()) ?? [];
    return {
      selector: selector === '' || /[\s>+~]$/.test(selector) ? `${selector}*` : selector,
      pseudo: pseudo?.toLowerCase() as Pseudo | undefined,
      specificity: specificityOf(selector),
      declarations,
    };
  });
}

/** Ids count more than classes and attributes, which count more than tags. */
function specificityOf(selector: string): number {
  const count = (of: RegExp) => (selector.match(of) ?? []).length;
  return 1e6 * count(/#[\w-]/g) + 1e3 * count(/\.[\w-]|\[|:[\w-]/g) + count(/(?:^|[\s>+~(])[a-z]/gi);
}

function keyOf(selector: string): string {
  const [last = ''] = /[^\s>+~]*$/.exec(selector.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')) ?? [];
  const [name = '*'] = /\.[\w-]+/.exec(last) ?? /^[a-z][\w-]*/i.exec(last) ?? [];
  return name.toLowerCase();
}

/** A `;` in quotes or brackets does not end a declaration. */
const DECLARATION = new RegExp(String.raw`([\w-]+)\s*:((?:${STRING}|\([^)]*\)|[^;"'(])*)`, 'g');

const declarationsIn = (style: string): Declaration[] =>
  [...style.matchAll(DECLARATION)].map(([, property = '', written = '']) => {
    const value = written.replace(/!\s*important/i, '');
    return [property.toLowerCase(), inSmallLetters(value.trim()), value !== written];
  });

const inSmallLetters = (value: string) =>
  value.replaceAll(new RegExp(`(${STRING})|[^"']+`, 'g'), (part, string?: string) => string ?? part.toLowerCase());
