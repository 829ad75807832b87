import { PooledConnection } from '../src/db/pooled-connection.ts'

/** What frames a transaction, and what is set in it. */
const FRAME = /^\s*(?:begin|commit|rollback|set|select (?:set_config|current_user))\b/

/** Returns the statements that the portals of this process send meanwhile, without those that only frame them. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = PooledConnection
  const sendAll = Reflect.get(prototype, 'sendAll') as PooledConnection['sendAll']
  const texts: string[] = []
  prototype.sendAll = function countedSendAll(all) {
    texts.push(...all.map(({ query }) => query.text).filter((text) => !FRAME.test(text)))
    return sendAll.call(this, all)
  }
  try {
    await work()
  } finally {
    prototype.sendAll = sendAll
  }
  return texts
}
