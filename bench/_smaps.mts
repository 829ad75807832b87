import { startPostgres } from './postgres.ts'
import { loadData } from './load-data.ts'
import { startPortal, portalEnvironment } from './servers.ts'
import { readFileSync } from 'node:fs'
const p = await startPostgres()
try {
  const d = await loadData(p, 10_000)
  const { DATABASE_URL = '', PORTAL_SECRET_KEYS = '' } = portalEnvironment(d.url)
  for (const flags of [[], JSON.parse(process.argv[2] ?? '[]')]) for (let i = 0; i < 2; i++) {
  const s = await startPortal({ environment: { DATABASE_URL, PORTAL_SECRET_KEYS, LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: '/tmp/b/cc', NODE_OPTIONS: '--import /tmp/b/hooks.mjs' }, flags })
  await new Promise(r => setTimeout(r, 4000))
  const sm = readFileSync(`/proc/${s.pid}/smaps`, 'utf8')
  const agg = new Map<string, number>()
  let name = ''
  for (const line of sm.split('\n')) {
    const m = /^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line)
    if (m) name = (m[2] || 'anon') + ' ' + m[1]
    const r = /^Rss:\s+(\d+)/.exec(line)
    if (r) agg.set(name, (agg.get(name) ?? 0) + Number(r[1]))
  }
  console.log([...agg].sort((a, b) => b[1] - a[1]).slice(0, 9).map(([n, k]) => (k / 1024).toFixed(1) + ' ' + n).join('\n'))
  process.kill(s.pid, 'SIGUSR2')
  await new Promise(r => setTimeout(r, 500))
  console.log(readFileSync('/tmp/b/mods.txt', 'utf8'))
  await s.stop()
  }
} finally { await p.stop() }
