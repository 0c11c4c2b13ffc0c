/** What a command answers: its data, and the position of the log at which that is done (for `minPosition` of the next read). */
export class Written<T> {
  constructor(
    readonly data: T,
    readonly position: number,
  ) {}
}
