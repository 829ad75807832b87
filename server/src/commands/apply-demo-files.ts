import type { Config } from '../config/config.ts'
import { actAsPortal } from '../db/owner-transaction.ts'
import type { ApplyDemoFiles } from '../packages/demo.ts'
import { configurationWithin } from './configuration-run.ts'
import { changed, refuseProblems } from './plan.ts'

/** Applies the files of the demo as `apply` does, but in the transaction that loads the rest of its world. */
export const applyDemoFiles =
  (config: Config): ApplyDemoFiles =>
  (owner, files, { as: userName, set: name }) =>
    actAsPortal(owner, async (tx) => {
      const transaction = await configurationWithin(tx, config, { command: 'apply', userName })
      const named = { content: () => 'is not part of the demo' }
      refuseProblems(await changed(transaction, { files, named }, { name, isPruned: false }))
    })
