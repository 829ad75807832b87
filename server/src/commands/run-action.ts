import { parseArgs } from 'node:util'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import { statementsIn } from '../secret-keys/held-secrets.ts'
import { everything } from '../db/scope.ts'
import { refuseOtherRing } from '../secret-keys/known-keys.ts'
import { StartError } from '../start-error.ts'
import { onDatabase, type OpenedServer } from './open.ts'
import type { Database, Tx } from '../db/database.ts'

/** Dependencies of an action; all of its changes are one transaction. */
export interface ActionDeps {
  tx: Tx
  keys: KeyRing
  /** False: emails would stay in the outbox. */
  sendsMail: boolean
}

export interface ActionInput {
  /** The values without an option name, in their order. */
  positionals: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** An option of an action. A text has a word for its value, such as TEXT. */
export type ActionOption =
  | { type: 'string'; value: string; means: string }
  | { type: 'boolean'; value?: undefined; means: string }

/** One action of a command, such as `users unlock`. */
export interface Action {
  /** Arguments of the action, for its help. */
  takes: string
  does: string
  /** Number of values without an option name. */
  positionals: number
  options: Readonly<Record<string, ActionOption>>
  /** True: also runs where PORTAL_SECRET_KEYS is not what the nodes have, to look into that or to mend it. */
  worksWithOtherKeys?: boolean
  /** Returns the output. @throws {StartError} when the request is refused; nothing is changed then. */
  run(deps: ActionDeps, input: ActionInput): Promise<string>
}
export type Actions = Readonly<Record<string, Action>>

/** Runs `npm run portal -- <command> <action> …`, or prints its help. */
export async function runAction(command: string, actions: Actions, args: readonly string[]): Promise<void> {
  const [name, ...rest] = args
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (args.some(isHelp)) {
    const chosen = action && name !== undefined ? { [name]: action } : actions
    return void process.stdout.write(helpOf(command, chosen))
  }
  if (!action || name === undefined) {
    const problem = name === undefined ? 'Choose an action.' : `${command} has no action ${name}. Choose one of these.`
    throw new StartError(`${problem}\n${helpOf(command, actions).trimEnd()}`)
  }
  const input = readInput(`${command} ${name}`, action, rest)
  const runIn = ({ jobs }: Database, { config }: OpenedServer) => {
    const keys = keyRing(config.secretKeys)
    const sendsMail = config.smtp !== undefined || config.demo !== 'off'
    return jobs.transact(everything, async (tx) => {
      if (!action.worksWithOtherKeys) await refuseOtherRing(statementsIn(tx), keys)
      return action.run({ tx, keys, sendsMail }, input)
    })
  }
  process.stdout.write(`${await onDatabase(command, runIn, { addsJobs: true })}\n`)
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

const usageOf = (name: string, { takes }: Action) => `npm run portal -- ${name} ${takes}`.trimEnd()

const optionsOf = ({ options }: Action): string[] =>
  Object.entries(options).map(
    ([name, { value, means }]) => `    --${name}${value === undefined ? '' : ` ${value}`}\n        ${means}\n`,
  )

const helpOf = (command: string, actions: Actions): string =>
  Object.entries(actions)
    .map(
      ([name, action]) => `${usageOf(`${command} ${name}`, action)}\n    ${action.does}\n${optionsOf(action).join('')}`,
    )
    .join('')

function readInput(name: string, action: Action, args: readonly string[]): ActionInput {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: action.options, allowPositionals: true })
    if (positionals.length !== action.positionals) throw new Error('The number of values is wrong')
    return { positionals, options: values as ActionInput['options'] }
  } catch (error) {
    const [problem] = (error as Error).message.split('. ', 1)
    throw new StartError(`${problem}. Usage: ${usageOf(name, action)}`, { cause: error })
  }
}
