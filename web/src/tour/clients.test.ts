import { testScreens } from '../../test/tour/screens.ts'

testScreens('clients')
