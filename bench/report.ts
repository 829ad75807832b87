import { type Figure, meets, reaches, type Report, type Run } from './figures.ts'

/** The whole report as readable text. */
export function asText({ figures, runs, left }: Report): string {
  const parts = [
    table(figureRows(figures)),
    table(runRows(runs)),
    left.map((line) => `not measured: ${line}`).join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function figureRows(figures: readonly Figure[]): string[][] {
  if (figures.length === 0) return []
  const sign = (figure: Figure) => (figure.sense === 'at least' ? '≥' : '≤')
  return [
    ['goal', 'figure', 'value', 'must', 'aim', '', 'note'],
    ...figures.map((figure) => [
      figure.goal,
      figure.name,
      `${shown(figure.value)} ${figure.unit}`.trim(),
      ...(Number.isFinite(figure.must)
        ? [
            `${sign(figure)} ${figure.must}`,
            `${sign(figure)} ${figure.aim}`,
            !meets(figure) ? 'MISSED' : reaches(figure) ? 'aim' : 'good',
          ]
        : ['–', '–', '']),
      figure.note ?? '',
    ]),
  ]
}

function runRows(runs: readonly Run[]): string[][] {
  if (runs.length === 0) return []
  return [
    ['run', 'rounds', 'per s', 'p50 ms', 'p95 ms', 'bad', 'server CPU ms', 'database CPU ms', 'foreign'],
    ...runs.map((run) => [
      run.name,
      String(run.rounds),
      shown(run.perSecond),
      shown(run.p50),
      shown(run.p95),
      String(run.bad),
      shown(run.serverCpuMs),
      shown(run.databaseCpuMs),
      `${Math.round(run.foreign * 100)} %`,
    ]),
  ]
}

const shown = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
