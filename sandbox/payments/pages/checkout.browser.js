// Enhances the card forms, which all work without it. Served as it is.

const number = document.querySelector('#number')
const expiry = document.querySelector('#expiry')
const cvc = document.querySelector('#cvc')
const digitsOf = (text) => text.replace(/\D/g, '')

/** Reformats a field during typing; the caret stays behind the same digit. */
function keepInShape(field, shape) {
  field?.addEventListener('input', (event) => {
    const isDeleting = event.inputType?.startsWith('delete')
    const isAtEnd = field.selectionStart === field.value.length
    const before = digitsOf(field.value.slice(0, field.selectionStart ?? 0)).length
    const shaped = shape(field.value, isDeleting)
    if (shaped === field.value) return
    field.value = shaped
    const caret = isAtEnd ? shaped.length : placeAfter(shaped, before)
    field.setSelectionRange(caret, caret)
  })
}

function placeAfter(text, digits) {
  let place = 0
  for (let seen = 0; seen < digits && place < text.length; place += 1) {
    if (/\d/.test(text[place])) seen += 1
  }
  return place
}

function groupNumber(text) {
  const digits = digitsOf(text)
  const isAmex = /^3[47]/.test(digits)
  const groups = isAmex
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
    : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

/** Accepts `1/31`, `131` and `0131`, as people type it, and `01/2031`, as browsers may fill it in. */
function shapeExpiry(text, isDeleting) {
  const isOneDigitMonth = /^\s*([2-9]|1\s*\/|1[3-9])/.test(text)
  const digits = `${isOneDigitMonth ? '0' : ''}${digitsOf(text)}`
  const month = digits.slice(0, 2)
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4)
  if (month.length < 2 || (isDeleting && year === '')) return month
  return `${month} / ${year}`
}

keepInShape(number, groupNumber)
keepInShape(expiry, shapeExpiry)
keepInShape(cvc, (text) => digitsOf(text).slice(0, 4))

// Fills in a test card on the client, so that other fields keep what was typed.
for (const link of document.querySelectorAll('a[data-number]')) {
  link.addEventListener('click', (event) => {
    if (!number || !expiry || !cvc) return
    event.preventDefault()
    number.value = groupNumber(link.dataset.number)
    expiry.value = link.dataset.expiry
    cvc.value = '123'
    const form = number.closest('details')
    if (form) form.open = true
    number.focus()
  })
}

// Prevents a second submit.
for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = 'yes'
    const { submitter } = event
    if (!submitter) return
    submitter.setAttribute('aria-busy', 'true')
    if (submitter.dataset.busy) {
      submitter.dataset.idle = submitter.textContent
      submitter.textContent = submitter.dataset.busy
    }
  })
}

// After Back the form may be submitted again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) {
    delete form.dataset.sent
    const busy = form.querySelector('[aria-busy]')
    busy?.removeAttribute('aria-busy')
    if (busy?.dataset.idle) busy.textContent = busy.dataset.idle
  }
})
