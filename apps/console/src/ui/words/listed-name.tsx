import { OneLine } from './one-line.js';

interface ListedNameProps {
  readonly lastName: string;
  readonly firstName: string;
  /** Pixels, as of `OneLine`. */
  readonly maxWidth: number;
}

/**
 * `Osei, Kofi`, the form of a person's name in a list. Each name is read in its own direction and the last name comes first, also if one
 * of them is read from the right.
 */
export function ListedName({ lastName, firstName, maxWidth }: ListedNameProps) {
  return (
    <OneLine text={`${lastName}, ${firstName}`} maxWidth={maxWidth}>
      <span dir="ltr">
        <bdi>{lastName}</bdi>, <bdi>{firstName}</bdi>
      </span>
    </OneLine>
  );
}
