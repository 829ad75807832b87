import { describe, expect, test } from 'vitest'
import { runProgram } from '../test/program.ts'
import { answerWithoutRunning, commands } from './command-list.mjs'

/** Words of a usage that stand for something to be given: options, and values such as FOLDER. */
const placeholders = (usage: string) => usage.match(/--[a-z-]+|\b[A-Z][A-Z-]{2,}\b/g) ?? []

const helpOf = (...line: string[]): string => {
  const answer = answerWithoutRunning(line)
  return answer && 'help' in answer ? answer.help : ''
}

describe('an operator who adds --help to a command', () => {
  test.each(Object.entries(commands).filter(([, command]) => !('hasActions' in command)))(
    'reads what %s takes, each with its meaning',
    (name, command) => {
      const [, ...meanings] = helpOf(name, '--help').split(command.does)
      expect(meanings).toHaveLength(1)
      const usage = 'takes' in command ? command.takes : ''
      for (const word of placeholders(usage)) expect(meanings.join()).toContain(word)
    },
  )

  test('reads the options of an action alone', () => {
    const help = helpOf('saml-provider', 'renew', '--help')
    expect(help).toContain('--overlap-days')
    expect(help).not.toContain('--domain')
    expect(helpOf('saml-provider', '--help')).toContain('--domain')
  })

  test.each(Object.entries(commands).filter(([, command]) => 'hasActions' in command))(
    'reads each action of %s, with the meaning of each option',
    async (name) => {
      const { code, output } = await runProgram([name, '--help'], {})
      expect(code).toBe(0)
      const actions = output.split(/^npm run portal -- /m).slice(1)
      expect(actions.length).toBeGreaterThan(1)
      for (const action of actions) {
        const [usage = '', ...explained] = action.split('\n')
        const options = usage.match(/--[a-z-]+/g) ?? []
        expect({ usage, options }).toEqual({
          usage,
          options: explained.flatMap((line) => /^ {4}(--[a-z-]+)/.exec(line)?.[1] ?? []),
        })
      }
    },
  )
})
