import { adminPages } from '@portico/contract/kit/guard.ts'
import { categoryPages } from '../../test/tour/pages.ts'
import { testPages } from '../../test/tour/screens.ts'

testPages(categoryPages, { opens: adminPages })
