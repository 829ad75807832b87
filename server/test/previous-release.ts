import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { productRoot } from '../src/product-root.ts'
import { endProcess } from './node-process.ts'

/** A release as the history of the repository knows it. */
export interface Release {
  version: string
  commit: string
}

const RELEASE_TITLE = /^(\w+)\tRelease (\d+\.\d+\.\d+)$/m
/** Came with the first commit after version 0.1.0, which was released without a commit of its own. */
const FIRST_FILE_AFTER_0_1_0 = 'server/src/db/migration-files.ts'

/**
 * The last release before the newest commit: a commit titled "Release X", or the end of version 0.1.0. Tags are not
 * needed.
 * @throws Error when the history of this copy does not reach back to it
 */
export function previousRelease(root: string = productRoot): Release {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const missing = (why: string) =>
    new Error(`The previous release cannot be served: ${why}. This test needs the whole history: git fetch --unshallow`)
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') throw missing('this clone is shallow')
  } catch (error) {
    throw (error as Error).message.startsWith('The previous')
      ? error
      : missing('this copy is no clone of the repository')
  }
  const [, released, version] = RELEASE_TITLE.exec(git('log', '--format=%H%x09%s', 'HEAD^')) ?? []
  if (released && version) return { version, commit: released }
  const added = git('log', '--diff-filter=A', '--format=%H', '--', FIRST_FILE_AFTER_0_1_0).split('\n').at(-1)
  if (!added) throw missing('the history has neither a commit titled "Release …" nor the end of version 0.1.0')
  const commit = git('rev-parse', `${added}^`)
  const { version: stated } = JSON.parse(git('show', `${commit}:package.json`)) as { version: string }
  return { version: stated, commit }
}

/**
 * Unpacks the server of a release into a folder, with the packages of this checkout; where those that it needs have
 * other versions by now, they are installed.
 */
export function unpackRelease({ commit }: Release, folder: string): void {
  const archive = path.join(folder, 'release.tar')
  const wanted = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'contract',
    'demo',
    'embedded-postgres',
    'server',
    'web/package.json',
  ]
  // A release may have been without some of them.
  const parts = git(['ls-tree', '--name-only', commit, ...wanted])
    .trim()
    .split('\n')
  git(['archive', '-o', archive, commit, ...parts])
  execFileSync('tar', ['-xf', archive, '-C', folder])
  // The server refuses to serve without a front end.
  mkdirSync(path.join(folder, 'web/dist/assets'), { recursive: true })
  writeFileSync(path.join(folder, 'web/dist/index.html'), '<!doctype html><html lang="en"><title>Portico</title>')
  if (arePackagesThere(folder)) linkPackages(folder)
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    })
}

const git = (args: readonly string[]) => execFileSync('git', args, { cwd: productRoot, encoding: 'utf8' })

interface Lockfile {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; link?: boolean }>
}

function arePackagesThere(folder: string): boolean {
  const read = (root: string) =>
    (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile).packages
  const [old, now] = [read(folder), read(productRoot)]
  return Object.entries(old).every(
    ([at, { version, dev, optional, link }]) =>
      !at.includes('node_modules/') || dev || optional || link || now[at]?.version === version,
  )
}

/** Links every package of this checkout but its own workspaces. */
function linkPackages(folder: string): void {
  for (const at of ['node_modules', 'server/node_modules', 'contract/node_modules']) {
    const source = path.join(productRoot, at)
    if (!existsSync(source)) continue
    mkdirSync(path.join(folder, at), { recursive: true })
    for (const name of readdirSync(source))
      if (name !== '@portico' && !name.startsWith('.'))
        symlinkSync(path.join(source, name), path.join(folder, at, name))
  }
  mkdirSync(path.join(folder, 'node_modules/@portico'))
  for (const name of ['contract', 'demo', 'embedded-postgres', 'server', 'web'])
    if (existsSync(path.join(folder, name)))
      symlinkSync(path.join(folder, name), path.join(folder, 'node_modules/@portico', name))
}

export interface ServedNode {
  /** What it has written so far. */
  readonly output: string
  /** Undefined while it runs. */
  readonly exitCode: number | undefined
  stop(): Promise<void>
}

/** Runs `serve` of the server in a folder. */
export function serveFrom(folder: string, environment: Readonly<Record<string, string>>): ServedNode {
  const child = spawn(process.execPath, ['server/src/main.ts', 'serve'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: path.join(productRoot, '.cache/compiled'), ...environment },
  })
  let output = ''
  const append = (chunk: Buffer) => void (output += chunk.toString())
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  return {
    get output() {
      return output
    },
    get exitCode() {
      return child.exitCode ?? undefined
    },
    stop: () => endProcess(child, 'SIGTERM'),
  }
}
