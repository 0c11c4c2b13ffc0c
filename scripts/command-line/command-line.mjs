import { parseArgs } from 'node:util';

/**
 * A command, as `operate.mjs` and `develop.mjs` list them.
 *
 * @typedef {object} Command
 * @property {string} name one word or several: `jobs retry`
 * @property {string} summary one sentence
 * @property {string[]} [parameters] names of what follows the command, all required
 * @property {Record<string, Option>} [options] by name, without the dashes
 * @property {string} [details] printed by `--help` below the options
 * @property {(values: object) => Promise<number | void>} run is given parameters and options by name; resolves with the exit code
 *
 * @typedef {object} Option a switch, unless `value` says what it takes
 * @property {string} summary
 * @property {string} [value] what stands for its value in the usage
 * @property {boolean} [required]
 * @property {boolean} [multiple] it may be given several times
 * @property {string | number} [default]
 * @property {readonly string[]} [choices]
 * @property {number} [min] its value is a whole number, this one or greater
 */

/** The command line is invalid; `commands` are those that may have been meant. */
export class UsageError extends Error {
  constructor(message, commands) {
    super(message);
    this.commands = commands;
  }
}

/**
 * Finds the command that `args` name. Resolves with `{ help }`, a text to print, or with `{ command, values }` to run.
 * @throws {UsageError} for an unknown command or option, and for a parameter or a value that is missing, superfluous or wrong
 */
export function readCommandLine(commands, args) {
  if (args.length === 0) throw new UsageError('Name a command.', commands);
  if (['help', '--help', '-h'].includes(args[0])) return { help: helpOf(matching(commands, args.slice(1))) };
  const command = commands.find(({ name }) => isPrefix(name.split(' '), args));
  if (!command) {
    const group = commands.filter(({ name }) => name.split(' ')[0] === args[0]);
    if (group.length > 0 && args.some(isHelp)) return { help: helpOf(group) };
    const given = args[1] === undefined || group.length === 0 ? args[0] : `${args[0]} ${args[1]}`;
    const message =
      group.length > 0 && args.length === 1 ? `“${given}” is not a whole command.` : `There is no command “${given}”.`;
    throw new UsageError(message, group.length > 0 ? group : commands);
  }
  const rest = args.slice(command.name.split(' ').length);
  return rest.some(isHelp) ? { help: helpOf([command]) } : { command, values: valuesOf(command, rest) };
}

const isHelp = (arg) => arg === '--help' || arg === '-h';
const isPrefix = (words, args) => words.every((word, index) => word === args[index]);

/** The commands that begin with these words; all commands if none does. */
function matching(commands, words) {
  const found = commands.filter(({ name }) => isPrefix(words.slice(0, 2), name.split(' ')));
  return found.length > 0 ? found : commands;
}

function valuesOf(command, args) {
  const { parameters = [], options = {} } = command;
  const refuse = (message) => {
    throw new UsageError(message, [command]);
  };
  const { positionals, values } = parse(options, args, refuse);
  const missing = parameters[positionals.length];
  if (missing) refuse(`<${missing}> is missing.`);
  if (positionals.length > parameters.length) refuse(`“${positionals[parameters.length]}” is one argument too many.`);
  const read = Object.entries(options).map(([name, option]) => [
    inCamelCase(name),
    valueOf(name, option, values[name], refuse),
  ]);
  return {
    ...Object.fromEntries(parameters.map((name, index) => [name, positionals[index]])),
    ...Object.fromEntries(read),
  };
}

function parse(options, args, refuse) {
  const known = Object.entries(options).map(([name, { value, multiple = false }]) => [
    name,
    { type: value ? 'string' : 'boolean', multiple },
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    return refuse(`${error.message.split('. ')[0].replace(/\.?$/, '')}.`);
  }
}

function valueOf(name, { value, required, multiple, default: otherwise, choices, min }, given, refuse) {
  if (given === undefined || given === '') {
    if (required) refuse(`--${name} is missing.`);
    return otherwise ?? (multiple ? [] : value ? undefined : false);
  }
  if (choices && !choices.includes(given)) refuse(`--${name} must be one of ${choices.join(', ')}.`);
  if (min === undefined) return given;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < min) refuse(`--${name} must be a whole number of at least ${min}.`);
  return number;
}

const inCamelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** `jobs retry <id>`, with its options. */
function usageOf({ name, parameters = [], options = {} }) {
  const parts = Object.entries(options).map(([option, { value, required, multiple }]) => {
    const text = value ? `--${option} ${value}` : `--${option}`;
    return required ? text : `[${text}]${multiple ? ' …' : ''}`;
  });
  return [name, ...parameters.map((parameter) => `<${parameter}>`), ...parts].join(' ');
}

/** The usage of one command; for several commands, a line for each. */
export function helpOf(commands) {
  const [command, ...others] = commands;
  if (others.length > 0) {
    const lines = commands.map((one) => [
      [one.name, ...(one.parameters ?? []).map((name) => `<${name}>`)].join(' '),
      one.summary,
    ]);
    return `Usage: throughline <command>\n\n${table(lines)}\n\n“throughline <command> --help” says more about one.`;
  }
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    option.value ? `--${name} ${option.value}` : `--${name}`,
    `${option.summary}${option.choices ? `: ${option.choices.join(', ')}` : ''}${option.default === undefined ? '' : `; ${option.default} by default`}`,
  ]);
  return [
    `Usage: throughline ${usageOf(command)}`,
    command.summary,
    options.length > 0 && table(options),
    command.details,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function table(lines) {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
