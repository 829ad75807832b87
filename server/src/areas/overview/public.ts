// What other areas and the demo may use of the overview.
export { countDailyFigures } from './daily-figures.ts'
