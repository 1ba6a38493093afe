"""The par sheet: what someone files with a regulator or prints, as one HTML file or as a PDF."""

from feltlaw.report.blocks import Sheet
from feltlaw.report.html import to_html
from feltlaw.report.par_sheet import par_sheet
from feltlaw.report.pdf import PdfError, to_pdf

__all__ = ["PdfError", "Sheet", "par_sheet", "to_html", "to_pdf"]
