import { readFileSync } from 'node:fs'
import type { Setting } from '../../server/src/config/setting.ts'
import { settings } from '../../server/src/config/settings.mjs'
import { commands } from '../../server/src/command-list.mjs'
import { inRoot } from '../lib/runtime.mjs'

// What the files of deploy/ have to agree with.

const all: readonly Setting[] = settings

/** Settings that may come from a file of their own. */
export const secretSettings: readonly string[] = all.filter(({ secret }) => secret).map(({ name }) => name)

/** The other ones. */
export const plainSettings: readonly string[] = all.filter(({ secret }) => !secret).map(({ name }) => name)

/** Variables that Node.js, npm and the build read. */
const OTHERS = /^(?:NODE_|NPM_CONFIG_|SOURCE_COMMIT$)/

/** Whether the program reads a variable of this name. */
export const isRead = (name: string): boolean =>
  plainSettings.includes(name) ||
  secretSettings.some((secret) => name === secret || name === `${secret}_FILE`) ||
  OTHERS.test(name)

/** Names of the commands of the server. */
export const commandNames: readonly string[] = Object.keys(commands)

/** Reads a file of the repository. */
export const readText = (...file: string[]): string => readFileSync(inRoot(...file), 'utf8')

export const manifest = JSON.parse(readText('package.json')) as {
  version: string
  optionalDependencies: Record<string, string>
}
