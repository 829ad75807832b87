import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files with long tests: each opens all screens of its part of the portal. */
const TOUR = /\/web\/src\/tour\//

/**
 * The usual order of the test files: those of a project together, the longest of an earlier run first, or the largest
 * where there was none. But tours come before the other files of the web: begun last, the longest of them would run
 * alone at the end, while the other cores have nothing to do.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const tours = sorted.filter(({ moduleId }) => TOUR.test(moduleId))
    const others = sorted.filter((file) => !tours.includes(file))
    const first = others.findIndex(({ project }) => project === tours[0]?.project)
    return first < 0 ? [...others, ...tours] : others.toSpliced(first, 0, ...tours)
  }
}
