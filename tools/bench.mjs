// npm run bench: the figures of bench/, each a ratio to a bare server measured in the same run.
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'

try {
  await prepareDependencies({ development: true })
  await prepareBuilds()
  const env = { ...projectEnvironment(), NODE_ENV: 'production' }
  const { code } = await run(projectNode(), [inRoot('bench', 'main.ts'), ...process.argv.slice(2)], { env, live: true })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
