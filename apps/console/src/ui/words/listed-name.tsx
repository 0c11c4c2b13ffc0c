import { OneLine, type OneLineProps } from './one-line.js';

interface ListedNameProps {
  readonly lastName: string;
  readonly firstName: string;
  readonly maxWidth: OneLineProps['maxWidth'];
}

/**
 * A person's name in a list, such as `Osei, Kofi`. Each name has its own direction, and the last name comes first even if one of them is
 * written from right to left.
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
