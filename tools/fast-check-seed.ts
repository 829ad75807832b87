import fc from 'fast-check'

/** Property tests draw new values in every run; a failure prints its seed, and FAST_CHECK_SEED repeats it. */
const given = process.env['FAST_CHECK_SEED']
if (given !== undefined && given !== '') {
  const seed = Number(given)
  if (!Number.isSafeInteger(seed)) throw new Error(`FAST_CHECK_SEED is ${given}; it is a whole number.`)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
}
