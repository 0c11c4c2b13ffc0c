/** What somebody asks for, in the imperative. Facts that a decision needs (time, names, settings) come with it. */
export interface Command<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}
