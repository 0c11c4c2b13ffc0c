/**
 * A broken business rule. `code` is `noun/kebab-reason`: stable, without personal data; `message` is for the person.
 * The API answers 409 with both.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  constructor(
    readonly code: `${string}/${string}`,
    message: string,
  ) {
    super(message);
  }
}
