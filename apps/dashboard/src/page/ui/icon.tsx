const paths = {
  memories: 'M5 4.5h10a1 1 0 0 1 1 1v10l-3-2H5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM7 8h6M7 10.5h4',
  knowledge: 'M4 5.5A1.5 1.5 0 0 1 5.5 4H10v12H5.5A1.5 1.5 0 0 0 4 17zM16 5.5A1.5 1.5 0 0 0 14.5 4H10v12h4.5A1.5 1.5 0 0 1 16 17z',
  agents: 'M5 7.5h10v8H5zM10 7.5V4.5M8 11v1M12 11v1M3 10.5v2.5M17 10.5v2.5',
  tasks: 'M4 5.5h4v3H4zM12 5.5h4v3h-4zM12 12h4v3h-4zM8 7h4M10 7v6.5h2',
  approvals: 'M10 3.5 15.5 5.5v4.2c0 3.2-2.2 5.6-5.5 6.8-3.3-1.2-5.5-3.6-5.5-6.8V5.5zM7.5 9.8l1.8 1.8 3.4-3.4',
  policies: 'M10 4v12M6.5 16h7M5 6h10M5 6 3 10.5a2.2 2.2 0 0 0 4 0zM15 6l-2 4.5a2.2 2.2 0 0 0 4 0z',
  audit: 'M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h3',
  usage: 'M4 16h12M6 13v-3M10 13V5M14 13V8',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  people:
    'M8 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 16c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M13 4.8a2.5 2.5 0 0 1 0 4.4M14.5 12.3c1.3.6 2 1.9 2 3.7',
  search: 'M9 14A5 5 0 1 0 9 4a5 5 0 0 0 0 10zM12.7 12.7 16 16',
  close: 'M5 5l10 10M15 5 5 15',
  menu: 'M4 6h12M4 10h12M4 14h12',
  copy: 'M7.5 7.5V5A1 1 0 0 1 8.5 4H15a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-2.5M5 7.5h6.5a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1z',
  check: 'M4.5 10.5 8.5 14.5 15.5 6',
  plus: 'M10 4v12M4 10h12',
  updown: 'M7 8l3-3 3 3M7 12l3 3 3-3',
  file: 'M6 3.5h5.5L15 7v9.5H6zM11.5 3.5V7H15',
  upload: 'M10 13V4M6.5 7.5 10 4l3.5 3.5M4 13v3h12v-3',
  download: 'M10 4v9M6.5 9.5 10 13l3.5-3.5M4 13v3h12v-3',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.5 9v4.5M11.5 9v4.5',
  edit: 'M4 16l.8-3.2L13 4.6l2.4 2.4-8.2 8.2zM11.5 6.1l2.4 2.4',
  retry: 'M15.5 10A5.5 5.5 0 1 1 13.5 5.7M13.5 3v3h-3',
  alert: 'M10 4 17 16H3zM10 8.5V12M10 14v.2',
  clock: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 6.5V10l2.5 1.5',
  key: 'M12.5 10.5a3 3 0 1 0-2.6-1.5L4 15v1.5h2.5V15H8v-1.5h1.5l1.2-1.2',
  more: 'M5 10h.1M10 10h.1M15 10h.1',
  out: 'M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3M12 6.5 15.5 10 12 13.5M15.5 10H8',
  back: 'M12 5l-5 5 5 5',
  user: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4.5 16.5c0-2.8 2.4-4.5 5.5-4.5s5.5 1.7 5.5 4.5',
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside words; those who listen hear the words alone. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
