// npm run portal -- <command>: the server's command line; `help` lists the commands.
import { isSourceTree, prepareDependencies, prepareServer } from './lib/prepare.mjs'
import { giveUp, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { serverArguments } from './lib/serve.mjs'

try {
  // A container image holds the built server and nothing to build it from.
  if (isSourceTree()) {
    await prepareDependencies()
    await prepareServer()
  }
  const { code } = await run(projectNode(), serverArguments(...process.argv.slice(2)), {
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
    live: true,
  })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
