import { openPages } from '../../test/tour/pages.ts'
import { testPages } from '../../test/tour/screens.ts'

testPages(openPages, { isSignedOut: true })
