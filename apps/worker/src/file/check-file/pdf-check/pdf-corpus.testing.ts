export const link = (action: string) => ({
  page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`,
});

export const stream = (entries: string) => `<< ${entries} /Length 1 >>\nstream\nx\nendstream`;
