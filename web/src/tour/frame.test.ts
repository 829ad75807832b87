import { testFrame } from '../../test/tour/screens.ts'

testFrame()
