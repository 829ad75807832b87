import type { Config } from '../config/config.ts'

/** What the portal prints when it is ready: its address and, in the demo, who may sign in. */
export async function greeting(config: Config, opsPort: number): Promise<string> {
  const ready = `Portico is ready on ${config.publicUrl.origin}\n`
  if (!config.demo) return ready
  const { demoAccounts, demoPasswordSentence } = await import('../demo/demo-accounts.ts')
  const accounts = demoAccounts().map(({ userName, is }) => `  ${userName.padEnd(20)} ${is}`)
  const pages = [
    `  API pages            ${config.publicUrl.origin}/ccservices/docs`,
    `  Mails of the demo    ${config.publicUrl.origin}/dev/mailbox`,
    `  Health and metrics   http://${config.host}:${opsPort}/readyz`,
  ]
  return `${ready}\nDemo accounts\n${accounts.join('\n')}\n\n${demoPasswordSentence}\n\n${pages.join('\n')}\n\nPress Ctrl-C to stop.\n`
}
