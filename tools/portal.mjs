// npm run portal -- <command>: the server's command line; `help` lists the commands.
import { answerWithoutRunning } from '../server/src/command-list.mjs'
import { isSourceTree, prepareDependencies, prepareServer } from './lib/prepare.mjs'
import { giveUp, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { serverArguments } from './lib/serve.mjs'

try {
  const line = process.argv.slice(2)
  const answer = answerWithoutRunning(line)
  if (answer && 'problem' in answer) giveUp(answer.problem)
  if (answer && 'help' in answer) {
    process.stdout.write(answer.help)
    process.exit(0)
  }
  // A container image holds the built server and nothing to build it from.
  if (isSourceTree()) {
    await prepareDependencies()
    await prepareServer()
  }
  const { code } = await run(projectNode(), serverArguments(...line), {
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
    live: true,
  })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
