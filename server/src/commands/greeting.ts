import type { Config } from '../config/config.ts'
import type { DemoSecrets } from '../demo/demo-secrets.ts'

/** What the demo prints when it is ready: its address and accounts. A real installation logs one line instead. */
export async function greeting(config: Config, opsPort: number, secrets: DemoSecrets | null): Promise<string> {
  const { describeDemo } = await import('../demo/demo-accounts.ts')
  const pages = [
    `  API pages            ${config.publicUrl.origin}/ccservices/docs`,
    `  Mails of the demo    ${config.publicUrl.origin}/dev/mailbox`,
    `  Health and metrics   http://${config.host}:${opsPort}/readyz`,
  ]
  return `Portico is ready on ${config.publicUrl.origin}\n\n${describeDemo(secrets)}\n\n${pages.join('\n')}\n\nPress Ctrl-C to stop.\n`
}
