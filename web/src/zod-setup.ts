import * as z from 'zod/mini'

// Without this zod tries eval once, which the content security policy refuses and reports.
z.config({ jitless: true })
