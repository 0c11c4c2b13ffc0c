/** `PhysicianGroup` apart by `-`: `physician-group`. */
type Apart<Text extends string, Mark extends string> = Text extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `${Mark}${Lowercase<Letter>}`}${Apart<Rest, Mark>}`
  : Text;

/** The words of a name in camel case, in lower case and with a mark between them: `physicianGroups` by `-` is `physician-groups`. */
export const wordsApart = <Text extends string, Mark extends string>(text: Text, mark: Mark) =>
  text.replaceAll(/[A-Z]/g, (letter) => `${mark}${letter.toLowerCase()}`) as Apart<Text, Mark>;

/** What a list and its values are called, in code and in words. */
export interface ManagedNoun<
  Noun extends string = string,
  Category extends string = string,
  Value extends string = string,
> {
  /** The first part of the types of its events: `PhysicianGroup`. Stored for ever. */
  readonly noun: Noun;
  /** The category of the one stream that has all its events, in the plural: `physicianGroups`. Stored for ever. */
  readonly category: Category;
  /** The labels of the values that administrators write, other than the name. */
  readonly labels: Readonly<Record<Value, string>>;
  /** The first part of the codes of its refusals: `physician-group`. */
  readonly code: Apart<Uncapitalize<Noun>, '-'>;
  /** An entry, and several, within a sentence: `physician group`, `physician groups`. */
  readonly one: string;
  readonly many: string;
  /** The area of the audit and the tab of the Admin page: `Physician groups`. */
  readonly area: Capitalize<Apart<Category, ' '>>;
}

const uncapitalized = <Text extends string>(text: Text) =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}` as Uncapitalize<Text>;

/** Everything that a list is called follows from what is stored, so that it is the same on each side. */
export function managedNoun<const Noun extends string, const Category extends string, const Value extends string>(
  noun: Noun,
  category: Category,
  labels: Readonly<Record<Value, string>>,
): ManagedNoun<Noun, Category, Value> {
  const many = wordsApart(category, ' ');
  return {
    noun,
    category,
    labels,
    code: wordsApart(uncapitalized(noun), '-'),
    one: wordsApart(uncapitalized(noun), ' '),
    many,
    area: `${many.charAt(0).toUpperCase()}${many.slice(1)}` as Capitalize<typeof many>,
  };
}
