import { gatePages } from '../../test/tour/pages.ts'
import { testPages } from '../../test/tour/screens.ts'

testPages(gatePages)
