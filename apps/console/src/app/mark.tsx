/** The thread: a solid line for what is done, a knot where it stands, dots for what is to come. */
export function Mark() {
  return (
    <svg
      width="36"
      height="20"
      viewBox="0 0 36 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M2 10h14" />
      <circle cx="20" cy="10" r="3" fill="currentColor" stroke="none" />
      <path d="M27 10h.01M33.5 10h.01" />
    </svg>
  );
}
