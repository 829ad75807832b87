import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** An OpenLDAP server with a folder, ports and users of its own. */
export interface Slapd {
  ldapPort: number
  ldapsPort: number
  /** File with the certificate to trust. */
  authorityFile: string
  account: { dn: string; password: string }
  /** Operations so far, by the names of its log: BIND, SRCH, STARTTLS. */
  operations(): readonly string[]
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export const BASE = 'dc=example,dc=test'
const STAFF = `cn=staff,ou=groups,${BASE}`
const OTHERS = `cn=others,ou=groups,${BASE}`
export const groups = { staff: STAFF, others: OTHERS }

const SCHEMAS = ['core', 'cosine', 'inetorgperson'].map((name) => `/etc/ldap/schema/${name}.schema`)
const account = { dn: `cn=portal,${BASE}`, password: 'service-account-password' }

interface Person {
  uid: string
  password: string
  lines?: readonly string[]
}

/** A title and an address with a mark that writes what follows from right to left. */
const MARKED_TITLE = Buffer.from('Rear \u202eAdmiral').toString('base64')
const MARKED_ADDRESS = Buffer.from('vic\u202etim@example.test').toString('base64')

const people: readonly Person[] = [
  {
    uid: 'grace',
    password: 'grace-in-the-directory',
    lines: [`title:: ${MARKED_TITLE}`, `description:: ${MARKED_ADDRESS}`, 'mail: grace@example.test'],
  },
  { uid: 'boss', password: 'boss-in-the-directory' },
  { uid: 'directory.user', password: 'Directory-Password-1' },
]

const dnOf = (uid: string) => `uid=${uid},ou=people,${BASE}`

const ldif = (people: readonly Person[]) =>
  [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example`,
    `dn: ou=people,${BASE}\nobjectClass: organizationalUnit\nou: people`,
    `dn: ou=groups,${BASE}\nobjectClass: organizationalUnit\nou: groups`,
    `dn: ${account.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: portal\nuserPassword: ${account.password}`,
    ...people.map(({ uid, password, lines = [] }) =>
      [
        `dn: ${dnOf(uid)}`,
        'objectClass: inetOrgPerson',
        `uid: ${uid}`,
        `cn: ${uid}`,
        `givenName: Given ${uid}`,
        `sn: Family ${uid}`,
        `userPassword: ${password}`,
        ...lines,
      ].join('\n'),
    ),
    `dn: ${STAFF}\nobjectClass: groupOfNames\ncn: staff\nmember: ${dnOf('grace')}`,
    `dn: ${OTHERS}\nobjectClass: groupOfUniqueNames\ncn: others\nuniqueMember: ${dnOf('boss')}`,
  ].join('\n\n')

/** As lenient as servers can be: a bind without a password succeeds (RFC 4513 §5.1.2). */
const configuration = (folder: string) =>
  [
    ...SCHEMAS.map((schema) => `include ${schema}`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'allow bind_anon_cred bind_anon_dn',
    `TLSCertificateFile ${folder}/cert.pem`,
    `TLSCertificateKeyFile ${folder}/key.pem`,
    'database mdb',
    `suffix "${BASE}"`,
    `directory ${folder}/data`,
    'maxsize 16777216',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${account.dn}" read by * none`,
    '',
  ].join('\n')

const PROGRAM = '/usr/sbin/slapd'

export const isSlapdInstalled = (): boolean => existsSync(PROGRAM)

/** `others`: further users. */
export async function startSlapd(others: readonly Person[] = []): Promise<Slapd> {
  if (!isSlapdInstalled()) throw new Error('These tests need slapd; on Debian: apt-get install slapd')
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-slapd-'))
  const { key, cert } = await makeCertificate('localhost')
  await mkdir(`${folder}/data`)
  for (const [name, text] of Object.entries({
    'key.pem': key,
    'cert.pem': cert,
    'data.ldif': ldif([...people, ...others]),
  }))
    await writeFile(path.join(folder, name), text)
  await writeFile(`${folder}/slapd.conf`, configuration(folder))
  await promisify(execFile)('/usr/sbin/slapadd', ['-q', '-f', `${folder}/slapd.conf`, '-l', `${folder}/data.ldif`])
  const [ldapPort, ldapsPort] = [await freePort(), await freePort()]
  const addresses = `ldap://127.0.0.1:${ldapPort} ldaps://127.0.0.1:${ldapsPort}`
  const child = spawn(PROGRAM, ['-f', `${folder}/slapd.conf`, '-h', addresses, '-d', 'stats'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  await readiness(child, lines)
  return {
    ldapPort,
    ldapsPort,
    authorityFile: `${folder}/cert.pem`,
    account,
    operations: () =>
      lines.flatMap(
        (line) => / op=\d+ (?:(BIND) .* method=|(SRCH) base|(STARTTLS))/.exec(line)?.slice(1).filter(Boolean) ?? [],
      ),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT')
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stores its log; resolves once it accepts connections. */
function readiness(child: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      if (parts.some((line) => line.includes('slapd starting'))) resolve()
    })
    child.once('exit', (code) => reject(new Error(`slapd ended with ${code}:\n${lines.join('\n')}`)))
  })
}
