// npm run portal -- <command>: the server's command line (migrate, create-admin, demo, doctor, export-openapi, …).
import { prepareDependencies, prepareServer } from './lib/prepare.mjs'
import { giveUp, projectEnvironment, projectNode, run } from './lib/runtime.mjs'
import { serverArguments } from './lib/serve.mjs'

try {
  await prepareDependencies()
  await prepareServer()
  const { code } = await run(projectNode(), serverArguments(...process.argv.slice(2)), {
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
    live: true,
  })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
