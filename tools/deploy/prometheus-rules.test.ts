import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { inRoot, run } from '../lib/runtime.mjs'
import { alertCases } from './alert-cases.ts'
import { readText } from './product-tables.ts'

interface Rule {
  alert?: string
  record?: string
  expr: string
  annotations: Record<string, string>
  labels: { severity: string }
}

const rulesFile = inRoot('deploy', 'monitoring', 'rules.yml')
const { groups } = parse(readText('deploy/monitoring/rules.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)

interface Dashboard {
  uid: string
  title: string
  panels: { type: string; title: string; targets?: { expr: string }[] }[]
}
const dashboards = readdirSync(inRoot('deploy/monitoring/dashboards')).map(
  (file) => JSON.parse(readText('deploy/monitoring/dashboards', file)) as Dashboard,
)

/** A rule with those that record what it names, and what they name. */
function withRecorded(rule: Rule): Rule[] {
  const named = rules.filter(({ record, expr }) => record && expr !== rule.expr && namesIn(rule.expr).includes(record))
  return [rule, ...named.flatMap(withRecorded)]
}

const namesIn = (expr: string): string[] => expr.match(/[\w:]+/g) ?? []

/** The file of rules without what the alert does not need: evaluated for hours, all of them take ten times as long. */
function rulesFor(name: string) {
  const needed = new Set(rules.filter(({ alert }) => alert === name).flatMap(withRecorded))
  const left = groups.map((group) => ({ ...group, rules: group.rules.filter((rule) => needed.has(rule)) }))
  return { groups: left.filter((group) => group.rules.length > 0) }
}

describe('the alerts', () => {
  test('are taken by Prometheus', async () => {
    const { code, output } = await run('/usr/bin/promtool', ['check', 'rules', rulesFile])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('SUCCESS') })
  })

  test('each have a page for who is woken by them, as severe as the alert', () => {
    const pages = [...readText('docs/runbooks.md').matchAll(/^## (\w+)\n\n\*(critical|warning)\.\*/gm)]
    expect(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`)).toEqual(
      pages.map(([, alert, severity]) => `${alert} ${severity}`),
    )
    for (const { alert = '', annotations } of alerts)
      expect(annotations['runbook']).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
  })

  test('fire when it is time, not before, and end when it is over', async () => {
    expect(alertCases.map(({ alert }) => alert)).toEqual(alerts.map(({ alert }) => alert))
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-rules-'))
    const firing = (alert: string, time: string, count: number) => ({
      expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
      eval_time: time,
      exp_samples: count > 0 ? [{ labels: '{}', value: count }] : [],
    })
    const casesOf = ({ alert, series, quiet, fires, over }: (typeof alertCases)[number]) => ({
      rule_files: [path.join(folder, `${alert}.rules.yml`)],
      evaluation_interval: '1m',
      tests: [
        {
          name: alert,
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [firing(alert, quiet, 0), firing(alert, fires, 1), firing(alert, over, 0)],
        },
      ],
    })
    try {
      const files = alertCases.map((one) => {
        writeFileSync(path.join(folder, `${one.alert}.rules.yml`), stringify(rulesFor(one.alert)))
        const file = path.join(folder, `${one.alert}.yml`)
        writeFileSync(file, stringify(casesOf(one)))
        return file
      })
      const { code, output } = await run('/usr/bin/promtool', ['test', 'rules', ...files])
      expect({ code, output }).toMatchObject({ code: 0 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test('every figure that an alert or a dashboard names is one of the product, and stands in the documentation', () => {
  const source = ['metrics', 'database-metrics', 'statement-times'].map((file) => readText(`server/src/ops/${file}.ts`))
  const made = new Set([...source.join('\n').matchAll(/'((?:portal|http)_[a-z0-9_]+)'/g)].map(([, name]) => name))
  const recorded = new Set(rules.map(({ record }) => record))
  const queries = [...rules.map(({ expr }) => expr), ...dashboards.flatMap(queriesOf)]
  const named = new Set(
    queries.flatMap((query) => query.match(/\b(?:(?:portal|http|process|nodejs)_\w+|portico:[\w:]+)/g) ?? []),
  )
  const unknown = [...named].filter((name) => {
    if (/^(?:process|nodejs)_/.test(name)) return false
    const base = name.replace(/_(?:bucket|sum|count)$/, '')
    return !made.has(name) && !made.has(base) && !recorded.has(name)
  })
  expect(named.size).toBeGreaterThan(20)
  expect(unknown).toEqual([])
  const page = readText('docs/operations.md')
  const left = [...made].filter((name) => !page.includes(String(name).replace(/_(?:idle|total)$/, '')))
  expect(left).toEqual([])
})

const queriesOf = ({ panels }: Dashboard) => panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? [])

test('Grafana finds three dashboards, each with queries in every panel', () => {
  expect(dashboards.map(({ uid }) => uid).toSorted()).toEqual(['portico-data', 'portico-security', 'portico-service'])
  for (const { panels } of dashboards) {
    const empty = panels.filter(({ type, targets }) => type !== 'row' && !targets?.length)
    expect(empty).toEqual([])
  }
})
