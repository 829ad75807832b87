import { openPages, testPages } from '../../test/tour/screens.ts'

testPages(openPages, { isSignedOut: true })
