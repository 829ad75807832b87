import * as z from 'zod/mini'

// Otherwise zod tries eval once, which violates the content security policy and is reported.
z.config({ jitless: true })
