import { readConfig } from '../config/config.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkDirectory } from '../doctor/check-directory.ts'
import { checkKeys } from '../doctor/check-keys.ts'
import { checkMail } from '../doctor/check-mail.ts'
import { checkPublicAddress } from '../doctor/check-public-address.ts'
import { checkRateLimitStore } from '../doctor/check-rate-limit-store.ts'
import { checkReplica } from '../doctor/check-replica.ts'
import { checkStorage } from '../doctor/check-storage.ts'
import { checkVirusScanner } from '../doctor/check-virus-scanner.ts'
import { checkPooler } from '../doctor/check-pooler.ts'
import type { Finding } from '../doctor/finding.ts'
import { storedSecrets } from '../composition/stored-secrets.ts'
import { StartError } from '../start-error.ts'
import { type OpenedServer, openServer } from './open.ts'
import { countOf } from '../count-of.ts'

/**
 * `doctor [--json]`: checks everything the portal needs and prints what is wrong and what to do; exit code 1 when
 * something is.
 */
export async function doctorCommand(args: readonly string[]): Promise<void> {
  const isJson = args.length === 1 && args[0] === '--json'
  if (args.length > 0 && !isJson) throw new StartError(`The command doctor takes --json, and nothing else.`)
  const server = await openServer(readConfig(process.env))
  try {
    const findings = await examine(server)
    const problems = findings.filter(({ ok }) => !ok).length
    process.stdout.write(isJson ? asJson(findings) : asText(findings))
    if (problems === 0) return
    if (isJson) process.exitCode = 1
    else throw new StartError(`${problems} of ${countOf(findings.length, 'check')} found a problem.`)
  } finally {
    await server.close()
  }
}

async function examine({ url, config }: OpenedServer): Promise<Finding[]> {
  const [database, pooler, replica, ...others] = await Promise.all([
    checkDatabase(url, (client) => checkKeys(client, config, storedSecrets)),
    checkPooler(url, config.pooledDatabaseUrl),
    checkReplica(url, config.replicaUrl),
    checkStorage(config),
    checkVirusScanner(config),
    checkMail(config),
    checkDirectory(config),
    checkPublicAddress(config),
    checkRateLimitStore(config),
  ])
  return [...database, ...pooler, ...replica, ...others]
}

const asText = (findings: readonly Finding[]): string =>
  findings.map(({ name, ok, message }) => `${ok ? '     ok' : 'PROBLEM'}  ${name}: ${message}\n`).join('')

const asJson = (findings: readonly Finding[]): string =>
  `${JSON.stringify({ ok: findings.every(({ ok }) => ok), checks: findings }, null, 2)}\n`
