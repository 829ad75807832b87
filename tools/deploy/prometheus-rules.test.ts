import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { inRoot, run } from '../lib/runtime.mjs'
import { readText } from './product-tables.ts'

interface Rule {
  alert?: string
  annotations: Record<string, string>
  labels: { severity: string }
}

const rules = inRoot('deploy', 'monitoring', 'rules.yml')
const { groups } = parse(readText('deploy/monitoring/rules.yml')) as { groups: { rules: Rule[] }[] }
const alerts = groups.flatMap((group) => group.rules.filter(({ alert }) => alert !== undefined))

test('Prometheus takes the alerts', async () => {
  const { code, output } = await run('/usr/bin/promtool', ['check', 'rules', rules])
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('SUCCESS') })
})

test('who is woken by an alert finds its page, as severe as the alert', () => {
  const pages = [...readText('docs/runbooks.md').matchAll(/^## (\w+)\n\n\*(critical|warning)\.\*/gm)]
  expect(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`)).toEqual(
    pages.map(([, alert, severity]) => `${alert} ${severity}`),
  )
  for (const { alert = '', annotations } of alerts)
    expect(annotations['runbook']).toBe(`docs/runbooks.md#${alert.toLowerCase()}`)
})
